import type { puppeteerCore } from '@web/test-runner-chrome';

type Snapshot = puppeteerCore.SerializedAXNode;

/**
 * Nodes that a screen reader announces with their role and name. Of all other nodes, it reads only the text.
 */
const ANNOUNCED: ReadonlySet<string> = new Set([
  ...['region', 'heading', 'term', 'image', 'status'],
  ...['button', 'link', 'textbox', 'DisclosureTriangle'],
]);
/** Nodes whose name does not come from their content. */
const CONTAINERS: ReadonlySet<string> = new Set(['region', 'status']);

/** The accessibility tree of an element as lines in reading order. */
export async function speechOf(page: puppeteerCore.Page, selector: string): Promise<string[]> {
  const root = await page.$(selector);
  const snapshot = await page.accessibility.snapshot({ root: root!, interestingOnly: false });
  return snapshot ? linesOf(snapshot) : [];
}

function linesOf(node: Snapshot): string[] {
  const { role, name = '', children = [] } = node;
  if (role === 'StaticText') return [name.trim()].filter(Boolean);
  // The field says its label.
  if (role === 'InlineTextBox' || role === 'LabelText') return [];
  const inner = children.flatMap(linesOf);
  if (!ANNOUNCED.has(role)) return inner;
  const line = [`${role}:`, name, node.expanded && 'expanded', node.invalid && 'invalid']
    .filter(Boolean)
    .join(' ');
  return CONTAINERS.has(role) ? [line, ...inner] : [line];
}
