/** Names of confidential fields: ours, and those of other software. */
import type { Sensitivity } from './field-kinds.ts'
import { fieldKeys, fields, isConfidential } from './fields.ts'

const foreign: Readonly<Record<string, Sensitivity>> = {
  merchant_control: 'digest', signature: 'digest', oauth_signature: 'digest',
  pan: 'card-number', card_number: 'card-number',
  cvv: 'never', cvc: 'never', cvc2: 'never', cvn: 'never', csc: 'never', security_code: 'never', pin: 'never',
  password: 'never', passphrase: 'never', secret: 'never', private_key: 'never',
}

/** Parts of unlisted names that suggest a confidential value. */
const confidentialPart =
  /cv[vc]|cvn|csc|security.?code|pass|secret|(?:^|[^a-z])(?:pin|pan)(?:[^a-z]|$)|control|private|signature/i

/** Every confidential wire name of the dictionary, and those of other software, as written. */
export const confidentialNames: readonly string[] = [
  ...fieldKeys.filter(isConfidential).map((key) => fields[key].wire), ...Object.keys(foreign),
]

const byName = new Map<string, Sensitivity>([
  ...Object.entries(foreign).map(([name, sensitivity]) => [plain(name), sensitivity] as const),
  ...fieldKeys.filter(isConfidential).map((key) => [plain(fields[key].wire), fields[key].sensitivity] as const),
])

/**
 * The sensitivity of a value by its confidential name; `card_number`, `Card-Number` and `cardNumber` are the same. Null
 * for any other name.
 */
export function sensitivityByName(name: string): Sensitivity | null {
  return byName.get(plain(name)) ?? null
}

/** True for a name, listed or not, with a part that suggests a secret. For names from unknown software. */
export function soundsConfidential(name: string): boolean {
  return confidentialPart.test(name)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}
