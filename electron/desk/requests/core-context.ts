import type { HistoryGuard } from '../history-guard.ts'
import type { Emit, Services } from '../services.ts'
import type { Team } from '../team/index.ts'
import { ages, type Ages } from './ages.ts'
import { gatewayHealth, type GatewayHealth } from './gateway-health.ts'
import { builtInGateway, type BuiltInGateway } from './built-in-gateway.ts'
import { keyProofs } from './key-proofs.ts'
import { createPaces, type Paces } from './pace.ts'
import { operationSender, type OperationSender } from './send-operation.ts'
import { signer } from './sign.ts'
import { targetFinder, type FindTarget } from './target.ts'

/** The context of every folder of the desk: the ports, and the path of every request. */
export interface CoreContext {
  readonly services: Services
  readonly emit: Emit
  readonly builtIn: BuiltInGateway
  readonly ages: Ages
  readonly health: GatewayHealth
  readonly findTarget: FindTarget
  readonly sender: OperationSender
  readonly team: Team
  readonly history: HistoryGuard
  readonly paces: Paces
}

/** Creates the context from the ports. `keyCreated` is called when the built-in gateway has created its key. */
export function coreContext(
  services: Services, emit: Emit, team: Team, history: HistoryGuard, keyCreated: () => void,
): CoreContext {
  const builtIn = builtInGateway(services, keyCreated)
  const timing = ages(services)
  const health = gatewayHealth(services)
  const paces = createPaces(services.system)
  return {
    services, emit, builtIn, team, history, health, paces,
    ages: timing,
    findTarget: targetFinder(services, builtIn),
    sender: operationSender({
      ...services, team, history, health, paces,
    }, signer({ services, builtIn }), timing, keyProofs(services)),
  }
}
