import type { Desk } from '#shared/ipc/contract.ts'

/** The calls of the contract whose names begin with one of these words. */
export type CallsOf<Area extends string> = Pick<Desk, Extract<keyof Desk, `${Area}.${string}`>>
