/**
 * What a method of the journal does: `links` adds to the chain, so that something is to be sealed afterwards; `waits`
 * changes the file otherwise, or goes by what others change; `goes-on` changes nothing or looks after the files itself.
 * All but those that go on wait while the file is replaced.
 */
export type MethodKind = 'links' | 'waits' | 'goes-on'

/** The kind of every method of the port; a new one has to be sorted in before `guard.ts` compiles. */
export const methodKinds = {
  recordIntent: 'links', recordOutcome: 'links', recordRead: 'links', recordObservation: 'links', recordClosing: 'links',
  closeLeftovers: 'links', recordAudit: 'links', removeEntries: 'links', salvage: 'links',

  unsealed: 'waits', recordSeals: 'waits', repairFacets: 'waits', repairList: 'waits', countIdentifiers: 'waits',
  removeStrangeIdentifiers: 'waits', backUp: 'waits', restoreNoted: 'waits', resolveDamage: 'waits', noteMissing: 'waits',

  search: 'goes-on', count: 'goes-on', entry: 'goes-on', needingAttention: 'goes-on', countNeedingAttention: 'goes-on',
  openOutcomes: 'goes-on', openOutcomesOf: 'goes-on', touchedMoney: 'goes-on', merchantRoots: 'goes-on',
  writtenAfter: 'goes-on', findOrder: 'goes-on', orderEntries: 'goes-on', findLikeCharge: 'goes-on', findDuplicateOrder: 'goes-on',
  orderActions: 'goes-on', findMerchantOrderId: 'goes-on', nonceUse: 'goes-on', unfinished: 'goes-on', audit: 'goes-on',
  chainEnds: 'goes-on', linkAt: 'goes-on', changedRules: 'goes-on', walkChain: 'goes-on', breakAt: 'goes-on',
  countOlder: 'goes-on', planRemoval: 'goes-on', beginning: 'goes-on', describeFiles: 'goes-on', restore: 'goes-on',
  selfCheck: 'goes-on', close: 'goes-on',
} as const satisfies Readonly<Record<string, MethodKind>>

/** True for a method of this kind. */
export function isOfKind(method: PropertyKey, kind: MethodKind): boolean {
  return Object.hasOwn(methodKinds, method) && methodKinds[method as keyof typeof methodKinds] === kind
}
