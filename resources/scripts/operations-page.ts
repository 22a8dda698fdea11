/**
 * The page `docs/operations.md` from the operation catalogue and the end-to-end table: `npm run docs`. A unit test
 * compares the file with this output.
 */
import type { ControlPart } from '#shared/gateway/catalogue/control-parts.ts'
import { fields } from '#shared/gateway/fields/fields.ts'
import { catalogue, createsOrder, effectOf, type Effect, type Operation } from '#shared/gateway/operations/operations.ts'
import { wireName } from '#shared/gateway/requests/request.ts'
import { defaultSwitches } from '#shared/gateway/operations/switches.ts'
import { formPath } from '../../renderer/features/shared/form/form-path.ts'
import { operationTests } from '../../test/e2e/operations-table.ts'

const effects: { readonly [Kind in Effect]: string } = {
  reads: 'reads',
  registers: 'registers a card',
  'moves-money': 'moves money',
  'holds-money': 'holds money',
  'continues-order': 'continues an order',
}

/** The whole page as Markdown. */
export function operationsPage(): string {
  const rows = catalogue.map((operation) => operationRow(operation, operationTests[operation.id]))
  return `# Operations

Generated from the operation catalogue (\`shared/gateway/catalogue\`) by \`npm run docs\`; a test fails when the two differ.
All are POSTs of a form to \`{base_url}/{word}/api\`, the path below, then the endpoint. What moves or holds money, and what
continues an order, is written to the journal before it is sent and is sent once.

| operation | path | group | authentication | signed text of the control | kind and effect | where | screen | test |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}

/** An operation's row of the page; `test` is the file of its end-to-end test. */
export function operationRow(operation: Operation<string>, test: string): string {
  const { authentication } = operation
  const cells = [
    `${operation.name} \`${operation.id}\``,
    `\`${operation.path}\``,
    { 'group-segment': '`group/{id}`', 'bare-id': '`{id}`', none: 'none' }[operation.groupForm],
    authentication.kind === 'control' ? 'control, SHA-1' : `OAuth 1.0a, ${authentication.methods.join(' or ')}`,
    authentication.kind === 'control' ? [...authentication.recipe.map((part) => partText(operation, part)), 'secret'].join(', ') : '',
    `\`${operation.kind}\`: ${effects[effectOf(operation)]}` + (createsOrder(operation) ? ', creates an order' : ''),
    operation.section,
    `\`${formPath(operation)}\``,
    `\`${test}\``,
  ]
  return `| ${cells.join(' | ')} |`
}

function partText(operation: Operation<string>, part: ControlPart): string {
  const name = partName(operation, part)
  return { always: name, 'when-sent': `${name} (when sent)`, 'unless-switched-off': `${name} (by switch)` }[part.when]
}

function partName(operation: Operation<string>, part: ControlPart): string {
  if (part.from === 'entry-point') return 'endpoint or group id'
  if (part.from === 'minor-amount') return 'minor amount'
  const use = operation.fields.find(({ key }) => key === part.key)
  return use === undefined ? fields[part.key].wire : wireName(use, defaultSwitches)
}
