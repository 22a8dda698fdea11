import { createPrivateKey, type KeyObject } from 'node:crypto'
import { failed, success, type Result } from '#shared/result.ts'
import type { VaultFailure } from '../port.ts'
import { openEncryptedPkcs1 } from './encrypted-pkcs1.ts'
import { openEncryptedPkcs8 } from './encrypted-pkcs8.ts'
import { refusalOf } from './key-refusals.ts'
import { findPrivateKey, type PemBlock } from './pem.ts'

type ImportFailure = Extract<VaultFailure, { code: 'passphrase-needed' | 'passphrase-wrong' | 'key-refused' }>

const refused = (detail: string): Result<never, ImportFailure> => failed({ code: 'key-refused', detail })

/**
 * Reads a private key from pasted PEM text: PKCS#8 or PKCS#1, encrypted or not (addendum 13). The PEM header decides
 * whether a passphrase is needed; error codes of crypto libraries differ, so none is used.
 */
export async function readPrivateKey(pasted: string, passphrase: string): Promise<Result<KeyObject, ImportFailure>> {
  const found = findPrivateKey(pasted)
  if (!found.ok) return refused(found.failure)
  const { text, encrypted } = found.value
  if (encrypted && passphrase === '') return failed({ code: 'passphrase-needed' })
  if (encrypted) return openEncrypted(found.value, passphrase)
  const refusal = refusalOfPem(text)
  if (refusal !== null) return refused(refusal)
  const key = tryNode(text)
  return key === null ? refused(damaged) : success(key)
}

const damaged = 'The text of the key is damaged. Copy the whole file again, from the first line to the last.'
const convert = 'Convert it with: '
  + 'openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -in FILE -out NEWFILE'

async function openEncrypted({ label, text }: PemBlock, passphrase: string): Promise<Result<KeyObject, ImportFailure>> {
  const opened = label === 'ENCRYPTED PRIVATE KEY'
    ? await openPkcs8(text, passphrase)
    : openTraditional(text, passphrase)
  switch (opened) {
    case 'wrong': return failed({ code: 'passphrase-wrong' })
    case 'damaged': return refused(damaged)
    case 'too-costly':
      return refused(`Opening this key takes more iterations or memory than is allowed here (10 million). ${convert}`)
    case 'unsupported': return refused(`This key is protected in a way that is not supported. ${convert}`)
    default: return 'refusal' in opened ? refused(opened.refusal) : success(opened)
  }
}

// SECURITY: the crypto library derives a key at any cost that the file names, and on this thread. It opens only
// formats that are not supported here, after their cost was checked.
async function openPkcs8(text: string, passphrase: string): ReturnType<typeof openEncryptedPkcs8> {
  const opened = await openEncryptedPkcs8(text, passphrase)
  return opened === 'unsupported' ? tryNode(text, passphrase) ?? opened : opened
}

/** Uses the crypto library only for ciphers that are not supported here. */
function openTraditional(text: string, passphrase: string): ReturnType<typeof openEncryptedPkcs1> {
  const opened = openEncryptedPkcs1(text, passphrase)
  return opened === 'unsupported' ? tryNode(text, passphrase) ?? opened : opened
}

function refusalOfPem(text: string): string | null {
  const inside = text.replace(/-----[A-Z ]+-----/g, '')
  return refusalOf(Buffer.from(inside, 'base64'))
}

function tryNode(text: string, passphrase?: string): KeyObject | null {
  try {
    return createPrivateKey({ key: text, format: 'pem', ...passphrase === undefined ? {} : { passphrase } })
  } catch {
    // The caller states the reason, which it finds in the text.
    return null
  }
}
