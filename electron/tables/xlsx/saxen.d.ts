/** Types of the parts that are used here; the package itself has none. */
declare module 'saxen' {
  type Decode = (text: string) => string
  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: Decode, isEmpty: boolean) => void,
    ): this
    on(event: 'closeTag', listener: (name: string) => void): this
    on(event: 'text', listener: (text: string, decode: Decode) => void): this
    on(event: 'cdata', listener: (text: string) => void): this
    on(event: 'error', listener: (error: Error) => void): this
    parse(xml: string): Error | null
    stop(): void
  }
}
