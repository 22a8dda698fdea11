import { documents } from './en/documents.ts'
import { letterhead } from './en/letterhead.ts'
import { report } from './en/report.ts'

/**
 * Texts that load with their screens (`useTextWith`), so that the first screen does not wait for them. The page imports
 * only the type of this list.
 */
export const later = { documents, letterhead, report } as const
