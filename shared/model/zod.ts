import { z } from 'zod'

// SECURITY: zod compiles parsers with `new Function` unless told not to; the page's policy forbids eval.
z.config({ jitless: true })

export { z }
