/** Reads the files of a client certificate that a person chose: its chain and its private key. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Certificate } from '#shared/brands.ts'
import { mostAuthorities } from '#shared/model/keys/certificate-authorities.ts'
import type { ClientCertificateProblem } from '#shared/model/keys/client-certificate.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { certificatesOf, hasExpired, readCertificate } from './certificates.ts'

const privateKeys = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[^-]+-----END \1-----/g

/** Whether a text contains the beginning of a private key. */
export function holdsPrivateKey(text: string): boolean {
  return text.includes('PRIVATE KEY-----')
}

/** The certificate of a text with its issuers' certificates, in order; an expired one is refused. */
export function clientChainIn(
  text: string, now: number,
): Result<readonly [Certificate, ...Certificate[]], ClientCertificateProblem> {
  const chain = certificatesOf(text)
  if (!chain.ok) return chain
  const [own, ...others] = chain.value
  const read = own === undefined ? null : readCertificate(own)
  if (own === undefined || read === null) return failed('no-certificate')
  if (chain.value.length > mostAuthorities) return failed('too-many')
  return hasExpired(read, now) ? failed('expired') : success([own, ...others])
}

/** The private key in a text as PEM (PKCS#8). Fails if it does not belong to the certificate or cannot be stored. */
export function clientKeyIn(text: string, certificate: Certificate): Result<string, ClientCertificateProblem> {
  const found = [...text.matchAll(/-----BEGIN [A-Z ]*PRIVATE KEY-----/g)]
  if (found.length === 0) return failed('no-key')
  if (found.length > 1) return failed('several-keys')
  if (/ENCRYPTED PRIVATE KEY|Proc-Type:\s*4,ENCRYPTED/.test(text)) return failed('key-encrypted')
  const [pem = ''] = [...text.matchAll(privateKeys)].map(([block]) => block)
  const key = readKey(pem)
  if (key === null) return failed('key-unreadable')
  if (readCertificate(certificate)?.checkPrivateKey(key) !== true) return failed('key-of-another')
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const isKept = type === 'ec' || (type === 'rsa' && details?.publicExponent === 65_537n && (details.modulusLength ?? 0) <= 4_096)
  return isKept ? success(key.export({ type: 'pkcs8', format: 'pem' }).toString()) : failed('key-kind')
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}
