import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Choice } from './choice.tsx';
import { Dialog } from './dialog.tsx';
import { imageContent, useDrawnImage } from './drawn-image.ts';

/** An image for the dialog: from the service, or a local file. */
export type LargeImage = { name: string } & ({ url: string } | { file: File });

interface ImageDialogProps {
  image: LargeImage;
  onClose: () => void;
}

type Size = 'fit' | 'full';

/** Shows an image in a dialog, fitted to the window or in full size. */
export function ImageDialog({ image, onClose }: ImageDialogProps) {
  const [size, setSize] = useState<Size>('fit');
  return (
    <Dialog title={image.name} class="image-dialog" onClose={onClose}>
      <div
        class={`image-room ${size}`}
        tabIndex={0}
        role="group"
        aria-label="Image"
        onDblClick={() => setSize(size === 'fit' ? 'full' : 'fit')}
      >
        {'url' in image ? <StoredImage {...image} /> : <ChosenImage {...image} />}
      </div>
      <div class="actions">
        <Choice
          label="Size"
          options={[
            ['fit', 'Fit'],
            ['full', '100 %'],
          ]}
          value={size}
          onChoose={setSize}
        />
        {'url' in image && (
          <a class="button" href={image.url} target="_blank" rel="noopener noreferrer">
            Open in a new tab
          </a>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function StoredImage({ name, url }: { name: string; url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p>The image could not be loaded. Close it and try again.</p>;
  return <img src={url} alt={name} onError={() => setBroken(true)} />;
}

/** The longest side that is drawn, in pixels; the same as for uploads. */
const LARGEST = 4096;

function ChosenImage({ name, file }: { name: string; file: File }) {
  const drawnImage = useDrawnImage(file, LARGEST);
  return <span ref={imageContent(drawnImage)} role="img" aria-label={name} />;
}
