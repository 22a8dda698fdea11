// Runs for every file: files share their modules.
import { afterEach } from 'vitest'
import { cleanUp } from './clean-up.ts'

afterEach(cleanUp)
