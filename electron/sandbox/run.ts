/** Assembles a built-in gateway: ledger, books, checks, HTTP. */
import type { KeyObject } from 'node:crypto'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { openBooks } from './orders/books.ts'
import { createCallbackSender } from './callbacks/callback-sender.ts'
import { createCallbacks, type After, type Callbacks } from './callbacks/callbacks.ts'
import { approvedCard } from './orders/cards.ts'
import { countedFaults } from './faults/fault-shares.ts'
import { createFaults, type ArmedFault } from './faults/faults.ts'
import { createGateway } from './gateway.ts'
import { LedgerInUse } from './orders/ledger-lock.ts'
import { LedgerUnreadable, openLedger, type Ledger } from './orders/ledger.ts'
import { merchant } from './requests/merchant.ts'
import { defaultTimes, type ServerOptions } from './options.ts'
import { firstPayment } from './orders/orders.ts'
import type { SandboxDescription } from './port.ts'
import { readPublicKey } from './requests/public-key.ts'
import { documentReadings } from './requests/readings.ts'
import { servedPaths } from './requests/route.ts'
import { listen } from './server.ts'

/** The gateway did not start; `detail` is a sentence. */
export interface SandboxFailure {
  readonly code: 'sandbox-failed'
  readonly detail: string
}

/** A gateway that is listening. */
export interface RunningSandbox {
  readonly description: SandboxDescription
  /** The listening address; differs from the description's `baseUrl` if a public URL was set. */
  readonly localUrl: string
  /** From now on signatures are checked with this key. Throws an error with a sentence for an invalid key. */
  setPublicKey(publicKeyPem: string): void
  /** Damages the replies to the next requests. */
  armFault(fault: ArmedFault): void
  clearFaults(): void
  /** Ends every connection and every callback, then closes the ledger. */
  close(): Promise<void>
}

/** Starts a gateway. Wrong options and refusals of the system are returned as a sentence. */
export async function runSandbox(options: ServerOptions): Promise<Result<RunningSandbox, SandboxFailure>> {
  const {
    now = Date.now, readings = documentReadings, times = defaultTimes, onDefect = () => undefined, after = runLater,
    publicUrl = null, certificate = null, clockWindowSeconds = null, onUnknownFields = () => undefined,
    operations = catalogue,
  } = options
  let publicKey: KeyObject | null = null
  let ledger: Ledger | null = null
  let callbacks: Callbacks | null = null
  let baseUrl = ''
  try {
    publicKey = options.publicKeyPem === null ? null : readPublicKey(options.publicKeyPem)
    ledger = openLedger(options.ledgerPath, now)
    const served = servedPaths(operations)
    const faults = createFaults(options.faultShares && countedFaults(options.faultShares))
    const books = openBooks(ledger)
    const sender = createCallbackSender()
    const notifier = callbacks = createCallbacks({ ...options, books, after, now, onDefect, sender })
    const gateway = createGateway(books, {
      ...options, served, readings, publicUrl, clockWindowSeconds, now, onUnknownFields,
      publicKey: () => publicKey, baseUrl: () => baseUrl,
      onChange: (orderId) => { notifier.watch(orderId) },
    })
    const { productWord, port } = options
    const server = await listen({ gateway, faults, productWord, served, times, certificate, onDefect }, port)
    const localUrl = `${certificate === null ? 'http' : 'https'}://127.0.0.1:${server.port}`
    baseUrl = publicUrl ?? localUrl
    const opened = ledger
    notifier.resume()
    return success({
      description: describe(baseUrl, options.productWord),
      localUrl,
      setPublicKey(pem) { publicKey = readPublicKey(pem) },
      armFault: (fault) => { faults.arm(fault) },
      clearFaults: () => { faults.clear() },
      async close() {
        notifier.close()
        await server.close()
        opened.close()
      },
    })
  } catch (error) {
    callbacks?.close()
    ledger?.close()
    return failed({ code: 'sandbox-failed', detail: sentenceOf(error, options.port) })
  }
}

/** A timer that does not keep the program running. */
const runLater: After = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => { clearTimeout(timer) }
}

function describe(baseUrl: string, productWord: string): SandboxDescription {
  return {
    baseUrl,
    productWord,
    login: merchant.login,
    endpointId: merchant.endpointId,
    endpointGroupId: merchant.endpointGroupId,
    currency: merchant.currency,
    examples: {
      orderId: firstPayment.orderId,
      clientOrderId: firstPayment.merchantOrderId,
      serialNumber: firstPayment.serialNumber,
      cardRefId: approvedCard,
    },
  }
}

function sentenceOf(error: unknown, port: number): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program.`
  if (error instanceof LedgerInUse) {
    return 'Its ledger is in use by another sandbox. End that one, or give this one another ledger.'
  }
  if (error instanceof LedgerUnreadable) return `Its ledger can't be read: ${error.message}.`
  // Messages of the file system contain the folder, and with it the person's name.
  if (typeof code === 'string') return `The system refused it (${code}).`
  return error instanceof Error ? error.message : 'The reason is not known.'
}
