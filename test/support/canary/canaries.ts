/** The planted values, random for each run, so that no other text equals them. */
import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { hasCardNumberShape } from '#shared/gateway/numbers/luhn.ts'
import type { Canary } from './search.ts'

export interface Planted {
  /** A random card number with a valid check digit, different from the application's test cards. */
  readonly cardNumber: string
  readonly cardVerificationValue: string
  readonly controlSecret: string
  readonly passphrase: string
  /** A private RSA key: as PEM, and encrypted with the passphrase. */
  readonly pem: string
  readonly encryptedPem: string
  /**
   * A text that an issuer's page posts: `cres`, `paRes`, `md`. Long enough to be recognised by its first eight
   * characters.
   */
  readonly payload: string
  /** Other confidential values: birthday, document numbers, account. */
  readonly personal: string
  /** All of them, for the search. */
  readonly canaries: readonly Canary[]
}

/** Creates a set of values to plant. */
export function createCanaries(): Planted {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cardNumber = randomCardNumber()
  const cardVerificationValue = String(randomInt(1_000, 10_000))
  const controlSecret = `SECRET-${randomBytes(12).toString('hex').toUpperCase()}`
  // No digits or signs that could stand for letters: rating every such reading takes long.
  const passphrase = `pass phrase ${randomBytes(9).toString('base64url').replace(/[^a-z]/gi, 'q')}`
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const encryptedPem = pair.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString()
  const payload = `eyJj${randomBytes(60).toString('base64url')}`
  const personal = `personal-${randomBytes(8).toString('hex')}`
  const { d = '', p = '', q = '' } = pair.privateKey.export({ format: 'jwk' })
  return {
    cardNumber, cardVerificationValue, controlSecret, passphrase, pem, encryptedPem, payload, personal,
    canaries: [
      { name: 'the card number', value: cardNumber, digits: true },
      ...afterItsName(cardVerificationValue),
      { name: 'the control secret', value: controlSecret },
      { name: 'the passphrase', value: passphrase },
      { name: 'the payload', value: payload.slice(12) },
      { name: 'the personal value', value: personal },
      ...Object.entries({ d, p, q }).flatMap(([name, number]) => piecesOf(`${name} of the key`, Buffer.from(number, 'base64url'))),
    ],
  }
}

/**
 * Four digits occur anywhere by chance: they are only searched for beside a name, and as a value of their own in
 * JSON.
 */
function afterItsName(value: string): Canary[] {
  return ['cvv2=', 'cvv2":"', 'cvv2","value":"', 'cvv2%3D', 'cvv is ', 'cvc: ']
    .map((name) => ({ name: `the cvv after "${name}"`, value: name + value }))
}

/** Pieces of sixteen bytes: PEM breaks its lines, and a line holds three such pieces wherever it begins. */
function piecesOf(name: string, number: Buffer): Canary[] {
  return [16, 32, 48, 64].map((start) => ({ name: `${name} from byte ${start}`, value: number.subarray(start, start + 16) }))
}

function randomCardNumber(): string {
  for (;;) {
    const digits = `400000${String(randomInt(1_000_000_000)).padStart(9, '0')}`
    for (let check = 0; check < 10; check += 1) {
      if (hasCardNumberShape(`${digits}${check}`) && !/(\d)\1{3}/.test(digits.slice(6))) return `${digits}${check}`
    }
  }
}
