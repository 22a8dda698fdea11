import { z } from 'zod'

// SECURITY: zod compiles parsers with `new Function` by default; the page's policy forbids eval.
z.config({ jitless: true })

export { z }
