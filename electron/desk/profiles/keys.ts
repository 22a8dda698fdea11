import type { KeyId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/failure.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audit, audited } from '../maintenance/index.ts'
import { keepConfirmed } from './confirmed-profiles.ts'
import { blockOf } from '../requests/index.ts'
import type { Services } from '../services.ts'

/** Imports a private key from a file that main asks for and reads: its text never reaches the page. */
export async function importKeyFile(
  services: Services, input: ParsedInput<'keys.importFile'>,
): Promise<CallAnswer<'keys.importFile'>> {
  const pem = await chosenText(services)
  if (!pem.ok) return pem
  return await importKeyText(services, { ...input, pem: pem.value })
}

async function chosenText(services: Services): Promise<Result<string, Failure>> {
  try {
    const text = await services.system.chooseTextFile()
    return text === null ? failed({ code: 'cancelled' }) : success(text)
  } catch {
    return failed({ code: 'key-refused', detail: 'The file cannot be read. Check that you have permission to open it.' })
  }
}

/** Imports a private key from PEM text into the keychain. */
export async function importKeyText(
  services: Services, { passphrase, ...input }: ParsedInput<'keys.importText'>,
): Promise<CallAnswer<'keys.importText'>> {
  const line = { action: 'key-imported', subject: input.name, detail: input.environment } as const
  return await audited(services, line, () =>
    services.vault.importKey({ ...input, ...(passphrase !== undefined && { passphrase }), keep: 'keychain' }))
}

/** Makes a pair and keeps it in the keychain. */
export async function makeKey(
  services: Services, input: ParsedInput<'keys.generate'>,
): Promise<CallAnswer<'keys.generate'>> {
  const line = { action: 'key-made', subject: input.name, detail: `${input.environment}, ${input.bits} bits` } as const
  return await audited(services, line, () => services.vault.generateKey({ ...input, keep: 'keychain' }))
}

/** Saves a public key as a PEM file where the person says (addendum 13). */
export async function savePublicKey(services: Services, keyId: KeyId): Promise<CallAnswer<'keys.savePublicKey'>> {
  const exported = await services.vault.exportPublicKey({ keyId })
  if (!exported.ok) return exported
  const { description, pem } = exported.value
  const name = description.name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const file = await saved(services, `public-key-${description.environment}-${name || 'unnamed'}.pem`, pem)
  if (!file.ok) return file
  const line = await audit(
    services, 'public-key-exported', description.name, `${file.value.fileName}, fingerprint ${description.fingerprint}`,
  )
  return line.ok ? file : line
}

/** Removes a pair and takes it out of the profiles that used it. */
export async function removeKey(services: Services, keyId: KeyId): Promise<Result<null, Failure>> {
  // One whose entry is damaged can't be listed, and must still be removable.
  const keys = await services.vault.listKeys()
  const key = keys.ok ? keys.value.find(({ id }) => id === keyId) : undefined
  if (keys.ok && key === undefined) return failed({ code: 'no-such-key' })
  const users = services.profiles.list().filter((profile) => profile.keyId === keyId)
  const usedBy = users.length === 0 ? '' : `; no longer the signing key of ${users.map(({ name }) => name).join(', ')}`
  const facts = key === undefined ? `id ${keyId}` : `${key.environment}, fingerprint ${key.fingerprint}`
  const line = { action: 'key-removed', subject: key?.name ?? 'A damaged key', detail: facts + usedBy } as const
  return await audited(services, line, async () => {
    const removed = await services.vault.removeKey({ keyId })
    if (!removed.ok) return removed
    for (const user of users) {
      const { id, ...draft } = user
      const block = await blockOf(services, user)
      if (!block.ok) return block
      // SECURITY: what nobody has confirmed is not signed along the way; it sends nothing, and its key is gone.
      if (block.value !== null) continue
      const cleared = await keepConfirmed(services, { id, draft: { ...draft, keyId: null } })
      if (!cleared.ok) return cleared
    }
    return success(null)
  })
}

async function saved(services: Services, name: string, text: string): Promise<CallAnswer<'keys.savePublicKey'>> {
  try {
    const answer = await services.system.saveTextFile(name, text)
    return answer === null ? failed({ code: 'cancelled' }) : success(answer)
  } catch (error) {
    return failed({ code: 'file-unwritable', detail: error instanceof Error ? error.message : 'The file could not be written.' })
  }
}
