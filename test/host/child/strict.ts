import type { EventEmitter } from 'node:events'

/** Throws on access to anything of Electron that the stand-in lacks, instead of returning undefined. */
export function strict<T extends object>(object: T, name: string): T {
  return new Proxy(object, {
    get(target, key, receiver): unknown {
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON') {
        return Reflect.get(target, key, receiver)
      }
      throw new Error(`${name}.${key} is not in the Electron stand-in`)
    },
  })
}

/** Emits an event that listeners may prevent; returns whether one did. */
export function emitPreventable(emitter: EventEmitter, name: string, extra: object = {}, ...rest: unknown[]): boolean {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
    ...extra,
  }
  emitter.emit(name, event, ...rest)
  return event.defaultPrevented
}
