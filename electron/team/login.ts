import type { TeamServer } from '#shared/model/team-servers.ts'

/** How a person reaches the team's database. */
export interface TeamLogin {
  readonly host: string
  readonly port: number
  /** Servers that may take its place, in the order in which they are tried. */
  readonly furtherServers?: readonly TeamServer[] | undefined
  readonly database: string
  readonly user: string
  /**
   * Asked for at every connection and kept nowhere. SECURITY: it is handed to nobody whose certificate was not checked,
   * but on this computer itself.
   */
  readonly password: () => Promise<string>
  /**
   * The certificate (PEM) with which the login proves itself, and its key, asked for at every connection. With it
   * `authorities` must be there: they alone prove the server.
   */
  readonly clientCertificate?: { readonly certificate: string; readonly key: () => Promise<string> } | undefined
  /** Certificate authorities of the team, as PEM, in the place of all others; none: the runtime's and the system's. */
  readonly authorities: readonly string[]
}
