import type { InEveryLocale } from '../widget/all-locales.js';
import { createLocales } from '../widget/shared/i18n/locales.js';

/** Texts that replace what only a script can do. */
const en = {
  /** Instead of the copy buttons. */
  select: 'Select a value to copy it.',
  /** Instead of a choice or a field. */
  needsScript: 'This step needs JavaScript. Turn it on and reload the page.',
  /** The description of a code for screen readers while there is no copy button to refer to. */
  spokenCode: '{name}, {count} characters',
};

const LOCALES: InEveryLocale<typeof en> = {
  es: {
    select: 'Selecciona un dato para copiarlo.',
    needsScript: 'Este paso necesita JavaScript. Actívalo y vuelve a cargar la página.',
    spokenCode: '{name}, {count} caracteres',
  },
  'es-AR': {
    select: 'Seleccioná un dato para copiarlo.',
    needsScript: 'Este paso necesita JavaScript. Activalo y volvé a cargar la página.',
  },
  'pt-BR': {
    select: 'Selecione um dado para copiá-lo.',
    needsScript: 'Esta etapa precisa de JavaScript. Ative-o e recarregue a página.',
    spokenCode: '{name}, {count} caracteres',
  },
};

const locales = createLocales(en);
for (const [tag, texts] of Object.entries(LOCALES)) locales.register(tag, texts);

/** The texts for a BCP 47 tag. */
export const scriptTextsFor = locales.textsFor;
