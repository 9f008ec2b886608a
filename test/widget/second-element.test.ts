import { expect, fixture } from '@open-wc/testing/pure';
import type { DepositNote } from '../pages/second-element/deposit-note.js';
import { clipboardText, engine, realClick, setClipboard } from '../browsers/commands.js';
import { until } from './helpers/mount.js';

const CLABE = '002010077777777771';

type Note = Pick<DepositNote, keyof DepositNote>;

/** Registers the element from one of the builds, and adds it to the page. */
async function mount(build: string, attributes = ''): Promise<Note> {
  const { define } = (await import(/* @vite-ignore */ `/second-element/${build}.js`)) as {
    define(tag: string): void;
  };
  define(`note-${build}`);
  return fixture<Note>(`<note-${build} lang="en" ${attributes}></note-${build}>`);
}

const within = (note: Note, selector: string): HTMLElement => note.shadowRoot!.querySelector(selector)!;

const BUILDS = ['npm', 'script-tag'];
// The first request for each build waits for that build.
await Promise.all(BUILDS.map((build) => fetch(`/second-element/${build}.js`)));

for (const build of BUILDS)
  describe(`a second element of the ${build} build in ${engine}`, () => {
    it('reads attributes by their type', async () => {
      const note = await mount(build, `count="3" open details='{"clabe":"${CLABE}"}' list='["a","b"]'`);
      expect([note.count, note.isOpen, note.list]).to.deep.equal([3, true, ['a', 'b']]);
      expect(note.details).to.deep.equal({ clabe: CLABE });
      expect(note.shadowRoot!.querySelectorAll('li')).to.have.length(2);
    });

    it('reflects properties by their type, including objects', async () => {
      const note = await mount(build);
      expect(note.getAttribute('tone')).to.equal('calm');
      Object.assign(note, { tone: 'loud', count: 7, isOpen: true, details: { clabe: CLABE } });
      await note.updateComplete;
      const reflected = ['tone', 'count', 'open', 'details'].map((name) => note.getAttribute(name));
      expect(reflected).to.deep.equal(['loud', '7', '', JSON.stringify({ clabe: CLABE })]);
      Object.assign(note, { isOpen: false, details: null });
      await note.updateComplete;
      expect([note.hasAttribute('open'), note.hasAttribute('details')]).to.deep.equal([false, false]);
    });

    it('shows a row and copies its value', async () => {
      const note = await mount(build, `details='{"clabe":"${CLABE}"}'`);
      expect(within(note, '[part="value"]').textContent).to.equal(CLABE);
      await setClipboard('nothing yet');
      await realClick(within(note, '[part="copy"]'));
      await until(() => within(note, '[part="copy"]').dataset['outcome'] === 'copied');
      expect(await clipboardText()).to.equal(CLABE);
    });

    it('polls until its check succeeds', async () => {
      const note = await mount(build);
      let checks = 0;
      note.check = () => ++checks === 3;
      note.watch();
      await until(() => within(note, '[role="status"]').textContent === 'Seen');
      expect(checks).to.equal(3);
    });

    it('has its own texts, in the language of the page', async () => {
      const note = await mount(build);
      expect(within(note, 'h2').textContent).to.equal('Note');
      note.lang = 'es-MX';
      await until(() => within(note, 'h2').textContent === 'Nota');
    });

    it('keeps its style sheet', async () => {
      const note = await mount(build);
      expect(getComputedStyle(within(note, 'h2')).color).to.equal('rgb(1, 2, 3)');
    });
  });
