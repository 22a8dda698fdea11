import type { Failure } from '#shared/model/answers/failure.ts'
import { success, type Result } from '#shared/result.ts'
import type { Link } from '../../journal/port.ts'
import type { Services } from '../services.ts'

/** Whether the journal holds a link. */
export async function holdsLink(
  { journal }: Pick<Services, 'journal'>, { position, link }: Link,
): Promise<Result<boolean, Failure>> {
  const there = await journal.linkAt({ position })
  return there.ok ? success(there.value === link) : there
}
