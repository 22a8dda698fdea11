import type { Migration } from './migration.ts'

/** Steps in the life of a key or control secret that an audit line declares, as JSON (`shared/model/life-steps.ts`). */
export const lifeSteps: Migration = {
  name: 'life steps',
  changesReadingTables: false,
  apply(connection) {
    connection.database.exec(`
      ALTER TABLE audit ADD COLUMN life_steps TEXT CHECK (json_valid(life_steps));
      CREATE INDEX audit_life ON audit (id) WHERE life_steps IS NOT NULL;
    `)
  },
}
