import { events } from './001-events.ts'
import { readingTables } from './002-reading-tables.ts'
import { orderActions } from './003-order-actions.ts'
import { search } from './004-search.ts'
import { chain } from './005-chain.ts'
import { nonces } from './006-nonces.ts'
import { merchants } from './007-merchants.ts'
import { auditValues } from './008-audit-values.ts'
import { workList } from './009-work-list.ts'
import { heads } from './010-heads.ts'
import { releases } from './011-releases.ts'
import { lifeSteps } from './012-life-steps.ts'
import { team } from './013-team.ts'
import { counts } from './014-counts.ts'
import type { Migration } from './migration.ts'

/** Every step from an empty file to the form this version writes, in order. */
export const migrations: readonly Migration[] = [
  events, readingTables, orderActions, search, chain, nonces, merchants, auditValues, workList, heads,
  releases, lifeSteps, team, counts,
]
