// Run again for every file, though its modules are shared.
import { afterEach } from 'vitest'
import { cleanUp } from './clean-up.ts'

afterEach(cleanUp)
