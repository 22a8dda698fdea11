import { failed, success } from '#shared/result.ts'
import type { AuditFileChoice } from '../audit-file.ts'
import type { Ports } from '../services.ts'

/**
 * Creates the store of the choice. SECURITY: the page gets a random handle and sends it back. So the path in the
 * settings is always one that a person chose outside the page.
 */
export function auditFileChoice({ system }: Pick<Ports, 'system'>): AuditFileChoice {
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
