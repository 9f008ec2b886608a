/** A store in PostgreSQL for several copies of the kit, or in PGlite for one. */
export {
  createPostgresStore,
  type PgClient,
  type PgliteDatabase,
  type PgPool,
  type PgQueries,
} from './server/kit/store/postgres.js';
