import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** The URL of the visitor's page. It is a link only for http and https, without a referrer. */
export function Page({ address }: { address: string | undefined }) {
  if (address === undefined) return 'Unknown';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return <UntrustedText text={address} />;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      <UntrustedText text={url.host + url.pathname} />
    </a>
  );
}
