/** The backup of a private key: created in the vault, written by main, always encrypted. */
import type { CallAnswer, ParsedInput } from '#shared/ipc/contract.ts'
import type { KeyDescription } from '#shared/model/keys/key.ts'
import { saveFile } from '../maintenance/index.ts'
import { namesKnown } from '../names-known.ts'
import type { Services } from '../services.ts'
import { keyById, keyStep } from './key-steps.ts'
import { fileNameOf } from './key-files.ts'

/**
 * Writes an encrypted copy of a private key to a place that the person chooses, readable by its owner alone. The vault
 * refuses a weak passphrase (`passphrase-weak`).
 */
export async function backUpKey(
  services: Services, { keyId, passphrase }: ParsedInput<'keys.backUp'>,
): Promise<CallAnswer<'keys.backUp'>> {
  const key = await keyById(services, keyId)
  if (!key.ok) return key
  const backup = await services.vault.backUpKey({ keyId, passphrase, known: namesKnown(services) })
  if (!backup.ok) return backup
  const line = {
    action: 'key-backed-up', subject: key.value.name, detail: `${key.value.environment}, fingerprint ${key.value.fingerprint}`,
    lifeSteps: [keyStep(key.value, 'backed-up')],
  } as const
  const file = { name: fileNameOf('private-key', key.value), content: labelled(key.value, backup.value.pem) }
  return await saveFile(services, file, line)
}

/** Adds text for a person who opens the file later. Readers of PEM ignore it. */
function labelled({ name, environment, bits, fingerprint }: KeyDescription, pem: string): string {
  return [
    'Encrypted private key, saved by Gateway Console. To restore it: Keys, Import a key.',
    `Name: ${name}`,
    `Environment: ${environment}`,
    `Size: ${bits} bits`,
    `Fingerprint of the public key (SHA-256): ${fingerprint}`,
    '',
    pem,
  ].join('\n')
}
