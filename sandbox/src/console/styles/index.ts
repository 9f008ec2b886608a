import { colors } from './colors.js';
import { content } from './content.js';
import { controls } from './controls.js';
import { frame } from './frame.js';
import { tables } from './tables.js';

export const styles = [colors, frame, controls, content, tables];
