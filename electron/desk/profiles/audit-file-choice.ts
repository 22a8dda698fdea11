import { failed, success } from '#shared/result.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Services } from '../services.ts'

/** The folder of the audit file that a person has chosen, between the dialog and the saving of the settings. */
export interface AuditFileChoice {
  /** Asks for the folder in the system's dialog. The newest choice replaces the one before. */
  choose(): Promise<CallAnswer<'settings.chooseAuditFile'>>
  /** The path that a handle stands for; null for any other handle, and after a lock. */
  pathOf(handle: string): string | null
  /** Forgets the choice: the desk is locked. */
  drop(): void
}

/**
 * Creates it. SECURITY: the page gets a random handle and sends it back, so that the path in the settings is the one
 * that a person chose outside the page.
 */
export function auditFileChoice({ system }: Pick<Services, 'system'>): AuditFileChoice {
  let chosen: { readonly handle: string; readonly path: string } | null = null
  return {
    async choose() {
      const folder = await system.chooseFolder('Choose the folder of the audit file')
      if (folder === null) return failed({ code: 'cancelled' })
      const path = await system.auditFile.choose(folder)
      if (!path.ok) return failed({ code: 'file-unwritable', detail: `Audit file: ${path.failure}.` })
      chosen = { handle: system.randomHex(16), path: path.value }
      return success(chosen)
    },
    pathOf: (handle) => chosen?.handle === handle ? chosen.path : null,
    drop() { chosen = null },
  }
}
