/** The steps of an inspection, in the order of signing (§5.1, §5.2). */
import type { Inspection } from '#shared/model/answers/inspection.ts'
import type { TextKey } from '../../i18n/index.ts'

interface NamedText {
  readonly label: TextKey
  readonly text: string
  readonly note?: TextKey
}

export interface Step {
  readonly id: 'values' | 'encoded' | 'sorted' | 'parameterString' | 'controlText' | 'baseString' | 'control' | 'signature' | 'header' | 'body'
  readonly explanation: TextKey
  /** Names and values for a table. `marked`: percent-encoded characters are marked. */
  readonly pairs?: { readonly rows: Inspection['fields']; readonly marked: boolean; readonly ordered: boolean }
  readonly texts: readonly NamedText[]
  /** Why the control or signature is missing: the secret is withheld, or there is no key. */
  readonly absent?: 'secret' | 'key'
}

export function stepsOf(inspection: Inspection): Step[] {
  return inspection.signing.kind === 'control'
    ? controlSteps(inspection, inspection.signing)
    : oauthSteps(inspection, inspection.signing)
}

type Signing<Kind> = Extract<Inspection['signing'], { kind: Kind }>
const table = (rows: Inspection['fields'], marked = false, ordered = false) => ({ rows, marked, ordered })

function controlSteps(inspection: Inspection, signing: Signing<'control'>): Step[] {
  const parts = signing.parts.map(({ label, value }) => ({ name: label, value }))
  return [
    { id: 'values', explanation: 'inspector.step.valuesText', pairs: table(inspection.fields), texts: [] },
    {
      id: 'controlText', explanation: 'inspector.step.controlTextText', pairs: table(parts, false, true),
      texts: [{ label: 'inspector.step.controlText', text: signing.text }],
    },
    signing.control === null
      ? { id: 'control', explanation: 'inspector.step.controlHash', texts: [], absent: 'secret' }
      : {
        id: 'control', explanation: 'inspector.step.controlHash',
        texts: [{ label: 'inspector.step.control', text: signing.control }],
      },
    ...ending(inspection, 'inspector.step.headerText', 'inspector.step.bodyText'),
  ]
}

function oauthSteps(inspection: Inspection, signing: Signing<'oauth'>): Step[] {
  const rsa = signing.signatureMethod === 'RSA-SHA256'
  const explanation: TextKey = rsa ? 'inspector.step.signatureRsa' : 'inspector.step.signatureHmac'
  const signature: Step = signing.signature === null
    ? { id: 'signature', explanation, texts: [], absent: rsa ? 'key' : 'secret' }
    : {
      id: 'signature', explanation,
      texts: [
        { label: 'inspector.step.signature', text: signing.signature },
        ...(signing.signatureHex === null ? [] : [{
          label: 'inspector.step.signatureHex' as const, text: signing.signatureHex, note: 'inspector.step.signatureHexNote' as const,
        }]),
      ],
    }
  return [
    { id: 'values', explanation: 'inspector.step.oauthValuesText', pairs: table(signing.parameters), texts: [] },
    { id: 'encoded', explanation: 'inspector.step.encodedText', pairs: table(signing.encoded, true), texts: [] },
    { id: 'sorted', explanation: 'inspector.step.sortedText', pairs: table(signing.sorted, true, true), texts: [] },
    {
      id: 'parameterString', explanation: 'inspector.step.parameterStringText',
      texts: [{ label: 'inspector.step.parameterString', text: signing.parameterString }],
    },
    {
      id: 'baseString', explanation: 'inspector.step.baseStringText',
      texts: [
        { label: 'inspector.step.baseStringUrl', text: signing.baseStringUrl },
        { label: 'inspector.step.baseString', text: signing.baseString },
      ],
    },
    signature,
    ...ending(inspection, 'inspector.step.oauthHeaderText', 'inspector.step.oauthBodyText'),
  ]
}

function ending(inspection: Inspection, header: TextKey, body: TextKey): Step[] {
  return [
    {
      id: 'header', explanation: header,
      texts: [{ label: 'inspector.step.header', text: inspection.headers.map(({ name, value }) => `${name}: ${value}`).join('\n') }],
    },
    {
      id: 'body', explanation: body,
      texts: [
        { label: 'inspector.step.address', text: `${inspection.method} ${inspection.url}` },
        { label: 'inspector.step.body', text: inspection.body },
      ],
    },
  ]
}
