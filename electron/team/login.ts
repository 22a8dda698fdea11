import type { TeamServer } from '#shared/model/team/team-servers.ts'

/** The login to the team's database. */
export interface TeamLogin {
  readonly host: string
  readonly port: number
  /** Servers that may replace the first one, in the order of attempts. */
  readonly furtherServers?: readonly TeamServer[] | undefined
  readonly database: string
  readonly user: string
  /**
   * Read at every connection and never stored. SECURITY: it is sent only to a server whose certificate was checked, or
   * on this computer.
   */
  readonly password: () => Promise<string>
  /**
   * The certificate (PEM) with which the login authenticates, and its key, read at every connection. It requires
   * `authorities`, because only they authenticate the server.
   */
  readonly clientCertificate?: { readonly certificate: string; readonly key: () => Promise<string> } | undefined
  /** Certificate authorities of the team, as PEM, which replace all others; if empty, those of runtime and system. */
  readonly authorities: readonly string[]
}
