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

const locales = createLocales(en);
locales.register('es', {
  select: 'Selecciona un dato para copiarlo.',
  needsScript: 'Este paso necesita JavaScript. Actívalo y vuelve a cargar la página.',
  spokenCode: '{name}, {count} caracteres',
});
locales.register('es-AR', {
  select: 'Seleccioná un dato para copiarlo.',
  needsScript: 'Este paso necesita JavaScript. Activalo y volvé a cargar la página.',
});
locales.register('pt-BR', {
  select: 'Selecione um dado para copiá-lo.',
  needsScript: 'Esta etapa precisa de JavaScript. Ative-o e recarregue a página.',
  spokenCode: '{name}, {count} caracteres',
});

/** The texts for a BCP 47 tag. */
export const scriptTextsFor = locales.textsFor;
