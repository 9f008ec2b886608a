import { z } from 'zod';
import { count, integer } from './wire.js';

/** A page of a list (spec: Order list page; Virtual account record; Fiat flow record). */
export const pageSchema = <Entry extends z.ZodType>(entry: Entry, maximum: number) =>
  z.strictObject({
    currentPage: integer(1),
    size: integer(1).meta({ maximum }),
    total: count,
    record: z.array(entry),
  });
