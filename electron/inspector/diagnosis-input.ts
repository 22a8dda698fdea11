import type { KeyPairKeyObjectResult } from 'node:crypto'
import type { GivenHints } from '#shared/inspector/given.ts'
import type { Switches } from '#shared/gateway/operations/switches.ts'
import type { Surroundings } from './beside.ts'
import type { KnownProfile } from './port.ts'
import type { MatchControl, MatchHmac } from './matchers.ts'
import type { SearchOptions } from './search.ts'
import type { KeyToTry } from './suspicion.ts'

/** The input of a diagnosis: the pasted text, and the facts known about its sender. */
export interface DiagnosisInput extends SearchOptions, Surroundings {
  readonly text: string
  readonly hints: GivenHints
  readonly switches: Switches
  readonly keys: readonly KeyToTry[]
  /** Compares controls with the secrets, wherever these are stored; null if there are none. */
  readonly matchControl: MatchControl | null
  readonly matchHmac: MatchHmac | null
  /** The login of the profile whose secret is compared first, if there is one. */
  readonly profileLogin?: string
  /** The endpoints and groups of that profile. */
  readonly entryPoints?: KnownProfile['entryPoints']
  readonly otherEntryPoints: readonly string[]
  readonly endpointCurrency: string | null
  /** Currencies by endpoint id, used if `endpointCurrency` is null. */
  readonly currencies?: { readonly [entryPointId: string]: string }
  /** Creates the RSA pair that signs the test vector; absent: generates a new one for each. */
  readonly vectorPair?: () => KeyPairKeyObjectResult
}
