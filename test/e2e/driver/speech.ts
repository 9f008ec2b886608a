import type { puppeteerCore } from '@web/test-runner-chrome';

type Snapshot = puppeteerCore.SerializedAXNode;

/** Nodes that a screen reader passes through without a word. */
const SILENT: ReadonlySet<string> = new Set(
  [
    'generic',
    'none',
    'list',
    'listitem',
    'DescriptionList',
    'definition',
    'LineBreak',
    'paragraph',
    'group',
    'strong',
  ].concat(['RootWebArea', 'sectionheader']),
);
/** Nodes whose text is their name. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set([
  'button',
  'link',
  'heading',
  'image',
  'DisclosureTriangle',
  'textbox',
  'term',
]);

/** The accessibility tree of an element as lines in reading order. Text inside a node that has a name is part of the name. */
export async function speechOf(page: puppeteerCore.Page, selector: string): Promise<string[]> {
  const root = await page.$(selector);
  const snapshot = await page.accessibility.snapshot({ root: root!, interestingOnly: false });
  return snapshot ? linesOf(snapshot) : [];
}

function linesOf(node: Snapshot): string[] {
  const { role, name = '', children = [] } = node;
  const inner = children.flatMap(linesOf);
  if (role === 'StaticText') return [name.trim()].filter(Boolean);
  if (role === 'InlineTextBox' || SILENT.has(role)) return inner;
  const state = [node.expanded && 'expanded', node.invalid && 'invalid', node.disabled && 'disabled'].filter(
    Boolean,
  );
  const line = [`${role}:`, name, ...state].join(' ').trim();
  const isNamedByContent = ['button', 'link', 'heading', 'img', 'DisclosureTriangle', 'textbox'].includes(
    role,
  );
  return isNamedByContent ? [line] : [line, ...inner];
}
