/**
 * Writes `docs/operations.md` from the operation catalogue: `npm run docs`. Only what a test or a screen is called is
 * told here; a unit test compares the file with what this prints.
 */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { ControlPart } from '#shared/gateway/control-parts.ts'
import { fields } from '#shared/gateway/fields.ts'
import { operationIds, operations, type Effect, type Operation, type OperationId } from '#shared/gateway/operations.ts'
import { wireName } from '#shared/gateway/request.ts'
import { defaultSwitches } from '#shared/gateway/switches.ts'
import { operation as names } from '../../renderer/i18n/en/operation.ts'

/** Where a person does it: a place of `renderer/app/navigation.ts`. */
export const screens: { readonly [Id in OperationId]: string } = {
  'create-card-ref-v2': '/register-card',
  'create-card-ref-v4': '/register-card',
  'get-card-info': '/card-lookup',
  'recurrent-payment': '/recurrent-payment',
  status: '/order-status',
  'status-v4': '/more-operations/status-v4',
  sale: '/more-operations/sale',
  'upload-method-url-result': '/order',
  'upload-cres-result': '/order',
  'upload-pares-result': '/order',
  'transfer-v4': '/more-operations/transfer-v4',
  'payout-v2': '/more-operations/payout-v2',
  'payout-v4': '/more-operations/payout-v4',
  'pan-eligibility-send': '/more-operations/pan-eligibility-send',
  return: '/order',
  void: '/order',
  capture: '/order',
  preauth: '/more-operations/preauth',
  'recurrent-preauthorisation': '/more-operations/recurrent-preauthorisation',
}

/** The test that does it as a person would. */
export const tests: { readonly [Id in OperationId]: string } = {
  'create-card-ref-v2': 'test/e2e/lookups.test.ts',
  'create-card-ref-v4': 'test/e2e/lookups.test.ts',
  'get-card-info': 'test/e2e/lookups.test.ts',
  'recurrent-payment': 'test/e2e/charge.test.ts',
  status: 'test/e2e/lookups.test.ts',
  'status-v4': 'test/e2e/operations.test.ts',
  sale: 'test/e2e/operations.test.ts',
  'upload-method-url-result': 'test/e2e/three-d-secure.test.ts',
  'upload-cres-result': 'test/e2e/three-d-secure.test.ts',
  'upload-pares-result': 'test/e2e/three-d-secure.test.ts',
  'transfer-v4': 'test/e2e/operations.test.ts',
  'payout-v2': 'test/e2e/operations.test.ts',
  'payout-v4': 'test/e2e/operations.test.ts',
  'pan-eligibility-send': 'test/e2e/operations.test.ts',
  return: 'test/e2e/refund.test.ts',
  void: 'test/e2e/refund.test.ts',
  capture: 'test/e2e/refund.test.ts',
  preauth: 'test/e2e/refund.test.ts',
  'recurrent-preauthorisation': 'test/e2e/operations.test.ts',
}

const effects: { readonly [Kind in Effect]: string } = {
  reads: 'reads',
  registers: 'registers a card',
  'moves-money': 'moves money',
  'holds-money': 'holds money',
  'continues-order': 'continues an order',
}

/** The whole page as Markdown. */
export function operationsPage(): string {
  const rows = operationIds.map((id) => row(operations[id]))
  return `# Operations

Generated from the operation catalogue (\`shared/gateway/operations.ts\`) by \`npm run docs\`; a test fails when the two differ.
All are POSTs of a form to \`{base_url}/{word}/api\`, the path below, then the endpoint. What moves or holds money, and what
continues an order, is written to the journal before it is sent and is sent once.

| operation | path | group | authentication | signed text of the control | effect | where | screen | test |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function row(operation: Operation): string {
  const { authentication } = operation
  const cells = [
    `${names[operation.id]} \`${operation.id}\``,
    `\`${operation.path}\``,
    { 'group-segment': '`group/{id}`', 'bare-id': '`{id}`', none: 'none' }[operation.groupForm],
    authentication.kind === 'control' ? 'control, SHA-1' : `OAuth 1.0a, ${authentication.methods.join(' or ')}`,
    authentication.kind === 'control' ? [...authentication.recipe.map((part) => partText(operation, part)), 'secret'].join(', ') : '',
    effects[operation.effect] + (operation.createsOrder ? ', creates an order' : ''),
    operation.section,
    `\`${screens[operation.id]}\``,
    `\`${tests[operation.id]}\``,
  ]
  return `| ${cells.join(' | ')} |`
}

function partText(operation: Operation, part: ControlPart): string {
  const name = partName(operation, part)
  return { always: name, 'when-sent': `${name} (when sent)`, 'unless-switched-off': `${name} (by switch)` }[part.when]
}

function partName(operation: Operation, part: ControlPart): string {
  if (part.from === 'entry-point') return 'endpoint or group id'
  if (part.from === 'minor-amount') return 'minor amount'
  const use = operation.fields.find(({ key }) => key === part.key)
  return use === undefined ? fields[part.key].wire : wireName(use, defaultSwitches)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(new URL('../../docs/operations.md', import.meta.url), operationsPage())
}
