import { en } from '../../locales/en.js';
import { createLocales } from './locales.js';
import type { Messages, PartialMessages } from './types.js';

const locales = createLocales<Messages>(en);

/**
 * Registers the texts of a language for all elements on the page. `tag` is a BCP 47 tag. Missing texts come
 * from the locale of its language (`es` for `es-UY`), else from English. Registering a tag again adds to its
 * texts. Elements already on the page update.
 */
export const registerLocale: (tag: string, messages: PartialMessages) => void = locales.register;

/** The messages of the locale nearest to a BCP 47 tag, with `overrides` on top. */
export const messagesFor = locales.textsFor;

/** The `lang` of the texts shown for a tag: the tag itself, or `en` if its language is not registered. */
export const { spokenLanguage } = locales;
