/**
 * Lit's own names, which subclasses and controllers would use. What the types of a Lit element say a page may call stays
 * (`requestUpdate`, `hasUpdated`, `addController`).
 */
const OF_LIT = [
  ...[
    'elementStyles',
    'createProperty',
    'getPropertyDescriptor',
    'getPropertyOptions',
    'finalize',
    'finalizeStyles',
  ],
  ...[
    'converter',
    'fromAttribute',
    'hasChanged',
    'useDefault',
    'noAccessor',
    'shadowRootOptions',
    'createRenderRoot',
  ],
  ...['enableUpdating', 'getUpdateComplete', 'scheduleUpdate', 'performUpdate', 'willUpdate'],
  ...['hostConnected', 'hostDisconnected', 'hostUpdate', 'hostUpdated', 'strings', 'ctor'],
];

/** Names our own files know each other's objects by; a page is never handed one of these objects. */
const OF_OURS = [
  ...[
    'handlers',
    'onCopy',
    'onLink',
    'onToggleQr',
    'onTyped',
    'onTypedKey',
    'onSubmit',
    'onChoose',
    'onOther',
  ],
  ...[
    'onRenew',
    'onRetry',
    'onCheckAgain',
    'canRenew',
    'canChoose',
    'hasCode',
    'isLead',
    'isNeeded',
    'isOptional',
  ],
  ...[
    'visit',
    'offer',
    'offers',
    'since',
    'asked',
    'signed',
    'given',
    'reading',
    'paymentIds',
    'begin',
    'takeSession',
  ],
  ...['takesAmount', 'submitAmount', 'feedback', 'drawing', 'onPause', 'slowAfter', 'stopAfter', 'copyForm'],
  ...['dropped', 'exceeded', 'loopback', 'hosts', 'dynamic'],
  ...['indicator', 'widths', 'takes', 'sixths', 'drawPatterns', 'drawCodewords'],
];

const NAMES = [...OF_LIT, ...OF_OURS];

/** Which members of the script-tag file get short names, for terser. It leaves alone what any browser knows. */
export const SHORT_NAMES = new RegExp(`^(?:${NAMES.join('|')})$`);

/**
 * Short names terser must give. Those of Lit stand on the element itself, where pages and their frameworks
 * keep names of one letter: ours begin as Lit's own short ones do.
 */
export function shortNames(): object {
  const props = Object.fromEntries(OF_LIT.map((name, at) => [`$${name}`, `_$${at.toString(36)}`]));
  return { props: { props } };
}

/** A member whose name is written as a text somewhere would not be found there any more. */
export function checkNames(code: string): void {
  const written = new RegExp(`["'\`](?:${NAMES.join('|')})["'\`]`).exec(code);
  if (written)
    throw new Error(`${written[0]} is a text as well: it may not grow short (scripts/short-names.ts).`);
}
