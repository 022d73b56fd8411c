import { loose, text } from '../model.ts';

let ends = new AbortController();

/**
 * Opens the sign-in page in a window. Returns false if the browser blocks it. A proof is only accepted from
 * that window and this origin.
 */
export const signIn = (address: string, onProof: (proof: string) => void): boolean => {
  const popup = open(address, 'chat-sign-in', 'popup,width=480,height=640');
  ends.abort();
  ends = new AbortController();
  addEventListener(
    'message',
    ({ source, origin, data }) => {
      const { type, proof } = loose(data);
      if (!popup || source !== popup || origin !== location.origin || type !== 'signed-in' || !text(proof)) {
        return;
      }
      ends.abort();
      onProof(text(proof));
    },
    ends,
  );
  return !!popup;
};
