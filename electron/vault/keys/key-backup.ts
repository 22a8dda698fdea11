/** A private key as encrypted PKCS#8: the only form in which it leaves the vault, for a backup by a person. */
import { createCipheriv, pbkdf2, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { openEncryptedPkcs8 } from './encrypted-pkcs8.ts'

const derive = promisify(pbkdf2)

/** OWASP's minimum for PBKDF2 with HMAC-SHA-256. Node's own export is not used: it always takes 2,048. */
const backupIterations = 600_000
const saltBytes = 16
const keyBytes = 32
const ivBytes = 16

const oids = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
}

/**
 * Encrypts a key as an `ENCRYPTED PRIVATE KEY` PEM: PBES2 (RFC 8018) with PBKDF2-HMAC-SHA-256 and AES-256-CBC. Opens
 * the result again and compares the keys; returns null if they differ, so that nobody stores an unusable backup.
 */
export async function encryptedBackup(privateKey: KeyObject, passphrase: string): Promise<string | null> {
  const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)]
  const der = privateKey.export({ type: 'pkcs8', format: 'der' })
  const key = await derive(passphrase, salt, backupIterations, keyBytes, 'sha256')
  try {
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    const pem = pemOf(salt, iv, Buffer.concat([cipher.update(der), cipher.final()]))
    const opened = await openEncryptedPkcs8(pem, passphrase)
    return typeof opened === 'object' && 'equals' in opened && opened.equals(privateKey) ? pem : null
  } finally {
    key.fill(0)
    der.fill(0)
  }
}

/** EncryptedPrivateKeyInfo (RFC 5958) around the ciphertext. */
function pemOf(salt: Buffer, iv: Buffer, encrypted: Buffer): string {
  const derivation = sequence(oid(oids.pbkdf2), sequence(
    octets(salt), integer(backupIterations), integer(keyBytes), sequence(oid(oids.hmacSha256), nothing()),
  ))
  const scheme = sequence(oid(oids.pbes2), sequence(derivation, sequence(oid(oids.aes256Cbc), octets(iv))))
  const body = forge.asn1.toDer(sequence(scheme, octets(encrypted))).getBytes()
  return forge.pem.encode({ type: 'ENCRYPTED PRIVATE KEY', body }).replaceAll('\r\n', '\n')
}

const { asn1 } = forge
const universal = (type: forge.asn1.Type, constructed: boolean, value: string | forge.asn1.Asn1[]): forge.asn1.Asn1 =>
  asn1.create(asn1.Class.UNIVERSAL, type, constructed, value)
const sequence = (...parts: forge.asn1.Asn1[]) => universal(asn1.Type.SEQUENCE, true, parts)
const octets = (bytes: Buffer) => universal(asn1.Type.OCTETSTRING, false, bytes.toString('latin1'))
const oid = (dotted: string) => universal(asn1.Type.OID, false, asn1.oidToDer(dotted).getBytes())
const integer = (value: number) => universal(asn1.Type.INTEGER, false, asn1.integerToDer(value).getBytes())
const nothing = () => universal(asn1.Type.NULL, false, '')
