/** The presets of the package: `deposit-slip/themes/{name}.css`. */
export const PRESETS = ['bank', 'soft', 'night'] as const;
