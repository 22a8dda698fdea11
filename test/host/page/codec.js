// Structured-clone values as JSON text. Self-contained: its source is also injected into the page.

/**
 * `encode(value, lift)`: a text. `lift` turns what can't be copied (functions, promises) into a reference; without
 * it such a value is refused as the structured clone algorithm refuses it. `decode(text, lower)`: the value again;
 * `lower` turns a reference back.
 */
export function makeCodec() {
  const views = {
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView,
  }
  const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }

  const toBase64 = (bytes) => bytes.toBase64
    ? bytes.toBase64()
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const fromBase64 = (text) => Uint8Array.fromBase64
    ? Uint8Array.fromBase64(text)
    : new Uint8Array(Buffer.from(text, 'base64'))

  function encodeNumber(value) {
    if (Object.is(value, -0)) return ['number', '-0']
    return Number.isFinite(value) ? value : ['number', String(value)]
  }

  /**
   * True if plain JSON represents the value, as for most messages: no object in it twice, nothing that JSON lacks.
   */
  function isPlain(value, seen) {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
    if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
    if (typeof value !== 'object' || seen.has(value)) return false
    seen.add(value)
    if (Array.isArray(value)) {
      for (const item of value) if (!isPlain(item, seen)) return false
      return true
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    for (const key of Object.keys(value)) if (key === '__proto__' || !isPlain(value[key], seen)) return false
    return true
  }

  function encode(root, lift) {
    if (isPlain(root, new Set())) return JSON.stringify(['plain', root])
    const seen = new Map()

    function refuseOrLift(value) {
      if (lift) return lift(value)
      throw new DOMException(`${String(value)} could not be cloned.`, 'DataCloneError')
    }

    function object(value) {
      if (seen.has(value)) return ['seen', seen.get(value)]
      if (lift && typeof value.then === 'function') return lift(value)
      seen.set(value, seen.size)
      if (Array.isArray(value)) return ['array', ...value.map(any)]
      if (value instanceof Date) return ['date', value.getTime()]
      if (value instanceof RegExp) return ['regexp', value.source, value.flags]
      if (value instanceof Map) return ['map', ...[...value].map(([key, item]) => [any(key), any(item)])]
      if (value instanceof Set) return ['set', ...[...value].map(any)]
      if (value instanceof ArrayBuffer) return ['buffer', toBase64(new Uint8Array(value))]
      if (ArrayBuffer.isView(value)) {
        const name = Object.keys(views).find((candidate) => value instanceof views[candidate])
        return ['view', name, toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))]
      }
      if (value instanceof Error) {
        return ['error', value.name in errors ? value.name : 'Error', String(value.message), String(value.stack)]
      }
      return ['object', ...Object.keys(value).map((key) => [key, any(value[key])])]
    }

    function any(value) {
      switch (typeof value) {
        case 'string':
        case 'boolean': return value
        case 'number': return encodeNumber(value)
        case 'undefined': return ['undefined']
        case 'bigint': return ['bigint', String(value)]
        case 'object': return value === null ? null : object(value)
        default: return refuseOrLift(value)
      }
    }

    return JSON.stringify(any(root))
  }

  function decode(text, lower) {
    const seen = []
    const keep = (value) => {
      seen.push(value)
      return value
    }
    const view = (name, bytes) => {
      const length = bytes.byteLength / (views[name].BYTES_PER_ELEMENT ?? 1)
      return new views[name](bytes.buffer, bytes.byteOffset, length)
    }
    const error = (name, message, stack) => Object.assign(new errors[name](message), { stack })

    function any(json) {
      if (json === null || typeof json !== 'object') return json
      if (!Array.isArray(json)) return lower(json)
      const [tag, ...rest] = json
      switch (tag) {
        case 'number': return Number(rest[0])
        case 'undefined': return undefined
        case 'bigint': return BigInt(rest[0])
        case 'seen': return seen[rest[0]]
        case 'date': return keep(new Date(rest[0]))
        case 'regexp': return keep(new RegExp(rest[0], rest[1]))
        case 'buffer': return keep(fromBase64(rest[0]).buffer)
        case 'view': return keep(view(rest[0], fromBase64(rest[1])))
        case 'error': return keep(error(...rest))
      }
      // Containers are registered before they are filled: they may contain themselves.
      const container = keep({ array: [], map: new Map(), set: new Set(), object: {} }[tag])
      for (const item of rest) {
        if (tag === 'array') container.push(any(item))
        else if (tag === 'set') container.add(any(item))
        else if (tag === 'map') container.set(any(item[0]), any(item[1]))
        else container[item[0]] = any(item[1])
      }
      return container
    }

    const json = JSON.parse(text)
    return Array.isArray(json) && json[0] === 'plain' ? json[1] : any(json)
  }

  return { encode, decode }
}
