/**
 * Every function that reads text from outside, with the longest text that it may receive. Add a new one to one of
 * these lists: the benchmark and the test of the attacks use them.
 */
import type { Readers } from './reader.ts'
import { fileReaders } from './readers/files.ts'
import { gatewayReaders } from './readers/gateway.ts'
import { inspectorReaders } from './readers/inspector.ts'
import { typedReaders } from './readers/typed.ts'

export const readers: Readers = { ...gatewayReaders, ...typedReaders, ...fileReaders, ...inspectorReaders }
