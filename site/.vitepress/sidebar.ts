/** A heading of the sidebar, with its pages. */
interface Group {
  readonly text: string;
  readonly items: { readonly text: string; readonly link: string }[];
}

const group = (text: string, pages: Readonly<Record<string, string>>): Group => ({
  text,
  items: Object.entries(pages).map(([name, link]) => ({ text: name, link: `/${link}` })),
});

/** The pages, in reading order. */
export const sidebar = [
  group('Start', {
    Overview: 'overview',
    'Quick starts': 'quick-starts',
    'Sample projects': 'integrations/',
  }),
  group('Page', {
    'The element': 'element',
    'The history': 'history',
    Theming: 'theming',
    Translating: 'translating',
  }),
  group('Server', {
    Mounting: 'mounting',
    'Order states': 'order-states',
    Events: 'events',
    Payments: 'payments',
    'Server rendering': 'server-rendering',
    Scaling: 'scaling',
    'Reconcile a day': 'reconcile',
    Operations: 'operations',
    'Go live': 'go-live',
    Versions: 'versions',
  }),
  group('Test', {
    'Your integration': 'testing',
    'Checking an endpoint': 'checking',
    'The sandbox': 'sandbox/',
  }),
  group('Look up', {
    Troubleshooting: 'troubleshooting',
    Glossary: 'glossary',
    'Check digits': 'checks',
    'Reading policy': 'reading-policy',
    'What banks show': 'what-banks-show',
    Security: 'security',
  }),
  group('Reference', {
    'The back end': 'back-end',
    'The client': 'client',
    'deposit-slip/kit': 'reference/kit',
    'deposit-slip/kit/postgres': 'reference/kit-postgres',
    'deposit-slip/client': 'reference/client',
    'deposit-slip/report': 'reference/report',
    'deposit-slip/core': 'reference/core',
    'deposit-slip/contract': 'reference/contract',
    'deposit-slip/check': 'reference/check',
  }),
  group('Project', {
    Changelog: 'changelog',
    Contributing: 'contributing',
    Architecture: 'architecture',
    Benchmarks: 'bench/',
    Releases: 'release',
  }),
];
