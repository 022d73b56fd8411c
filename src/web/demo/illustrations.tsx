import type { VNode } from 'preact';
import type { Industry } from './industries.ts';

/** Decorative pictures in the colors of the page. */
export const ILLUSTRATIONS: Readonly<Record<Industry['id'], VNode>> = {
  bicycles: (
    <svg viewBox="0 0 480 360" aria-hidden="true">
      <circle cx="352" cy="96" r="52" fill="var(--accent)" opacity=".16" />
      <path
        d="M0 268c60-24 120-24 180 0s120 24 180 0 100-20 120-10v102H0z"
        fill="var(--accent)"
        opacity=".12"
      />
      <g fill="none" stroke="var(--ink)" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">
        <circle cx="140" cy="246" r="66" />
        <circle cx="340" cy="246" r="66" />
        <path d="M140 246 196 148h104l40 98" />
        <path d="M196 148 240 246h-100M240 246l60-98M300 148l-10-34h34" />
      </g>
      <g stroke="var(--accent)" stroke-width="7" stroke-linecap="round" fill="none">
        <path d="M186 124h34M203 124l-7 24" />
        <circle cx="240" cy="246" r="15" />
      </g>
    </svg>
  ),
  dental: (
    <svg viewBox="0 0 480 360" aria-hidden="true">
      <circle cx="240" cy="190" r="144" fill="var(--accent)" opacity=".1" />
      <path
        d="M176 84c26-14 44 8 64 8s38-22 64-8c34 18 38 70 22 116-12 34-16 92-40 96-24 3-20-66-46-66s-22 69-46 66c-24-4-28-62-40-96-16-46-12-98 22-116z"
        fill="var(--card)"
        stroke="var(--ink)"
        stroke-width="7"
        stroke-linejoin="round"
      />
      <path
        d="M190 128c4-12 10-17 20-18"
        stroke="var(--accent)"
        stroke-width="7"
        fill="none"
        stroke-linecap="round"
      />
      <g fill="var(--accent)">
        <path d="m384 88 8 22 22 8-22 8-8 22-8-22-22-8 22-8z" />
        <path d="m92 232 6 16 16 6-16 6-6 16-6-16-16-6 16-6z" opacity=".6" />
      </g>
    </svg>
  ),
  hotel: (
    <svg viewBox="0 0 480 360" aria-hidden="true">
      <circle cx="334" cy="128" r="62" fill="var(--accent)" opacity=".85" />
      <path
        d="M0 232c40-18 80-18 120 0s80 18 120 0 80-18 120 0 80 18 120 0v128H0z"
        fill="var(--accent)"
        opacity=".14"
      />
      <path
        d="M0 288c40-18 80-18 120 0s80 18 120 0 80-18 120 0 80 18 120 0v72H0z"
        fill="var(--accent)"
        opacity=".2"
      />
      <g fill="none" stroke="var(--ink)" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">
        <path d="M84 222V116l68-46 68 46v112" fill="var(--card)" />
        <path d="M132 226v-50h40v50M114 132h22v22h-22zM168 132h22v22h-22z" />
      </g>
      <g fill="none" stroke="var(--ink)" stroke-width="6" stroke-linecap="round" opacity=".75">
        <path d="M272 78c10-12 20-12 28 0 8-12 18-12 28 0M360 52c8-9 15-9 21 0 6-9 13-9 21 0" />
      </g>
    </svg>
  ),
};
