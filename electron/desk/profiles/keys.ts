import type { KeyId } from '#shared/brands.ts'
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import type { LifeStep } from '#shared/model/keys/life-steps.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { audit, audited, note, saveFile } from '../maintenance/index.ts'
import type { Services } from '../services.ts'
import { fileNameOf } from './key-files.ts'
import { keyById, keyStep } from './key-steps.ts'

/** Imports a private key from a file that main asks for and reads; its text never reaches the page. */
export async function importKeyFile(
  services: Services, input: ParsedInput<'keys.importFile'>,
): Promise<CallAnswer<'keys.importFile'>> {
  const pem = await chosenText(services)
  if (!pem.ok) return pem
  return await importKeyText(services, { ...input, pem: pem.value })
}

async function chosenText(services: Services): Promise<Result<string, Failure>> {
  try {
    const text = await services.system.chooseTextFile('Choose a private key')
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
  const imported = await audited(services, line, () =>
    services.vault.importKey({ ...input, ...(passphrase !== undefined && { passphrase }), keep: 'keychain' }))
  if (imported.ok) await noteStored(services, imported.value, [keyStep(imported.value, 'imported')])
  return imported
}

/** Generates a key pair in the keychain. `replaces`: the id of the key that it will replace. */
export async function generateKey(
  services: Services, { replaces, ...input }: ParsedInput<'keys.generate'>,
): Promise<CallAnswer<'keys.generate'>> {
  const before = replaces === undefined ? success(null) : await keyById(services, replaces)
  if (!before.ok) return before
  if (before.value !== null && before.value.environment !== input.environment) {
    return failed({ code: 'wrong-environment', belongsTo: before.value.environment })
  }
  const successor = before.value === null ? '' : `, to replace ${before.value.name}`
  const line = {
    action: 'key-made', subject: input.name, detail: `${input.environment}, ${input.bits} bits${successor}`,
  } as const
  const generated = await audited(services, line, () => services.vault.generateKey({ ...input, keep: 'keychain' }))
  if (!generated.ok) return generated
  await noteStored(services, generated.value, [
    keyStep(generated.value, 'created'),
    ...before.value === null ? [] : [keyStep(before.value, 'succeeded', { other: generated.value.fingerprint })],
  ])
  return generated
}

/** Records a stored key. Its fingerprint is unknown in the line before it is generated or imported. */
async function noteStored(services: Services, key: KeyDescription, steps: readonly LifeStep[]): Promise<void> {
  const detail = `${key.environment}, ${key.bits} bits, fingerprint ${key.fingerprint}`
  await note(services, 'key-stored', key.name, detail, undefined, steps)
}

/** Saves a public key as a PEM file in a place that the person chooses (addendum 13). */
export async function savePublicKey(services: Services, keyId: KeyId): Promise<CallAnswer<'keys.savePublicKey'>> {
  const exported = await services.vault.exportPublicKey({ keyId })
  if (!exported.ok) return exported
  const { description, pem } = exported.value
  const file = await saveFile(services, { name: fileNameOf('public-key', description), content: pem })
  if (!file.ok) return file
  const detail = `${file.value.fileName}, fingerprint ${description.fingerprint}`
  const line = await audit(
    services, 'public-key-exported', description.name, detail, undefined, [keyStep(description, 'exported')],
  )
  return line.ok ? file : line
}
