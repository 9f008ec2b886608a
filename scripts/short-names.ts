/**
 * Lit's own names, of which neither a browser nor a page has a use. What a merchant may know of any Lit element stays
 * (`updateComplete`).
 */
const OF_LIT = [
  ...['_\\$\\w+', 'elementStyles', 'createProperty', 'getPropertyDescriptor', 'getPropertyOptions'],
  ...['converter', 'fromAttribute', 'hasChanged', 'useDefault', 'noAccessor', 'finalize', 'finalizeStyles'],
  ...[
    'shadowRootOptions',
    'createRenderRoot',
    'renderRoot',
    'renderOptions',
    'renderBefore',
    'enableUpdating',
  ],
  ...['addController', 'hostConnected', 'hostDisconnected', 'hostUpdate', 'hostUpdated', 'getUpdateComplete'],
  ...['isUpdatePending', 'hasUpdated', 'requestUpdate', 'scheduleUpdate', 'performUpdate', 'willUpdate'],
  ...['strings', 'ctor'],
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
  ...['indicator', 'widths', 'takes', 'units', 'sixths', 'drawPatterns', 'drawCodewords'],
];

const NAMES = [...OF_LIT, ...OF_OURS].join('|');

/** Members of the script-tag file that get short names. A minifier leaves alone what any browser knows. */
export const SHORT_NAMES = new RegExp(`^(?:${NAMES})$`);

/** A member whose name is written as a text somewhere would not be found there any more. */
export function checkNames(code: string): void {
  const written = new RegExp(`["'\`](?:${NAMES})["'\`]`).exec(code);
  if (written)
    throw new Error(`${written[0]} is a text as well: it may not grow short (scripts/short-names.ts).`);
}
