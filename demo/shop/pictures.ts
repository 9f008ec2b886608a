import { html } from 'hono/html';
import type { Markup } from '../site/markup.js';

/** The products of the shop, drawn in a box of 96 by 96. */
export const PICTURES: Readonly<Record<'dripper' | 'cup', () => Markup>> = {
  dripper: () =>
    html`<svg viewBox="0 0 96 96" aria-hidden="true">
      <defs>
        <linearGradient id="bone">
          <stop offset="0" stop-color="#fffaf0" />
          <stop offset="0.6" stop-color="#f1e5d2" />
          <stop offset="1" stop-color="#d3c0a2" />
        </linearGradient>
        <linearGradient id="glass">
          <stop offset="0" stop-color="#ffffff" stop-opacity="0.8" />
          <stop offset="1" stop-color="#ffffff" stop-opacity="0.3" />
        </linearGradient>
      </defs>
      <ellipse cx="48" cy="86" rx="27" ry="3.5" fill="#3a2a17" opacity="0.14" />
      <path d="M36 56c-8 5-11 11-11 18 0 7 5 11 11 11h24c6 0 11-4 11-11 0-7-3-13-11-18z" fill="url(#glass)" />
      <path d="M26 71h44c1 9-4 14-10 14H36c-6 0-11-5-10-14z" fill="#57351f" />
      <ellipse cx="48" cy="71" rx="22" ry="2.6" fill="#7b5133" />
      <path
        d="M36 56c-8 5-11 11-11 18 0 7 5 11 11 11h24c6 0 11-4 11-11 0-7-3-13-11-18"
        fill="none"
        stroke="#97836a"
        stroke-opacity="0.6"
        stroke-width="1.2"
      />
      <path d="M48 57v13" stroke="#57351f" stroke-width="1.4" stroke-linecap="round" />
      <path
        d="M68 28c10-2 14 3 12 9-2 5-7 8-14 8"
        fill="none"
        stroke="#dccbb0"
        stroke-width="4"
        stroke-linecap="round"
      />
      <path d="M20 22h56L60 51H36z" fill="url(#bone)" />
      <path
        d="M33 28l8 20M44 29l2 20M63 28l-8 20M53 29l-2 20"
        stroke="#c5b192"
        stroke-opacity="0.6"
        stroke-width="1.2"
        stroke-linecap="round"
      />
      <ellipse cx="48" cy="22" rx="28" ry="5.5" fill="#fffaf0" />
      <ellipse cx="48" cy="22.4" rx="24" ry="3.9" fill="#d6c4a8" />
      <path
        d="M27 23.5c5 1.8 12 2.6 21 2.6s16-.8 21-2.6c-4-1.8-12-2.7-21-2.7s-17 .9-21 2.7z"
        fill="#6a4329"
      />
      <rect x="28" y="50.5" width="40" height="5.5" rx="2.7" fill="url(#bone)" />
      <path
        d="M43 14c-3-3 3-5 0-8m9 7c-3-3 3-5 0-8"
        fill="none"
        stroke="#a89373"
        stroke-opacity="0.7"
        stroke-width="1.5"
        stroke-linecap="round"
      />
    </svg>`,
  cup: () =>
    html`<svg viewBox="0 0 96 96" aria-hidden="true">
      <defs>
        <linearGradient id="night">
          <stop offset="0" stop-color="#51699f" />
          <stop offset="0.5" stop-color="#354c80" />
          <stop offset="1" stop-color="#20325a" />
        </linearGradient>
      </defs>
      <ellipse cx="46" cy="82" rx="27" ry="4" fill="#1b2338" opacity="0.16" />
      <path
        d="M68 42c10-3 17 1 17 9s-8 14-20 14"
        fill="none"
        stroke="#2b4071"
        stroke-width="6"
        stroke-linecap="round"
      />
      <path d="M68 41c9-2 14 1 14 7" fill="none" stroke="#6f87bb" stroke-width="1.5" stroke-linecap="round" />
      <path d="M20 35h52c0 18-3 32-8 41-2 3-5 5-9 5H37c-4 0-7-2-9-5-5-9-8-23-8-41z" fill="url(#night)" />
      <path
        d="M26 70c5 3 12 4.5 20 4.5S61 73 66 70c-1 2.5-1.5 4.5-2.5 6-2 3-5 5-9 5H37c-4 0-7-2-9-5-.8-1.5-1.5-3.5-2-6z"
        fill="#c8ae8a"
      />
      <ellipse cx="46" cy="35" rx="26" ry="5.5" fill="#6f87bb" />
      <ellipse cx="46" cy="35.5" rx="22.5" ry="4.2" fill="#20325a" />
      <path
        d="M25.5 36.8c4 1.8 11 2.8 20.5 2.8s16.5-1 20.5-2.8c-4-1.7-11-2.6-20.5-2.6s-16.5.9-20.5 2.6z"
        fill="#6a4329"
      />
      <path
        d="M26 44c.5 7 1.5 12 3 17"
        fill="none"
        stroke="#93a9d8"
        stroke-opacity="0.8"
        stroke-width="2.4"
        stroke-linecap="round"
      />
      <g fill="#b4c4e6" opacity="0.6">
        <circle cx="40" cy="47" r="0.9" />
        <circle cx="51" cy="53" r="1" />
        <circle cx="59" cy="46" r="0.8" />
        <circle cx="44" cy="60" r="0.7" />
        <circle cx="61" cy="58" r="0.9" />
        <circle cx="35" cy="54" r="0.8" />
      </g>
      <path
        d="M41 27c-3-3 3-5 0-9m10 8c-3-3 3-5 0-9"
        fill="none"
        stroke="#8e8a82"
        stroke-opacity="0.7"
        stroke-width="1.5"
        stroke-linecap="round"
      />
    </svg>`,
};
