/** The loop of a proofmark adapter, protocol version 1. */

/** A JSON object. */
export type Fields = Record<string, any>;

/** Takes a request's input and, for stateful operations, its session; returns the fields of `ok`, or throws. */
export type Handler = (input: Fields, session: unknown) => Fields | Promise<Fields>;

/** Handlers by the full name of their operation. */
export type Operations = Record<string, Handler>;

export interface Adapter {
  name: string;
  version?: string;
  language?: string;
  operations: Operations;
  /** What the implementation lacks or chooses, as the domains' pages list it. */
  options?: Record<string, string>;
  /** Standard input, if absent. */
  input?: NodeJS.ReadableStream;
  /** Standard output, if absent. */
  output?: NodeJS.WritableStream;
}

/** The implementation refuses the input. */
export class Reject extends Error {
  constructor(code: string, message?: string);
  readonly code: string;
  readonly detail: string | undefined;
}

/** The implementation has no such operation, or not for this input. */
export class Unsupported extends Error {}

/** Makes operations of handlers that share a state for each session. `DOMAIN.end` is added to them. */
export function stateful<State>(
  domain: string,
  open: () => State,
  handlers: Record<string, (state: State, input: Fields) => Fields | Promise<Fields>>,
  close?: (state: State) => void | Promise<void>,
): Operations;

/** Answers requests until the input ends, and resolves when all replies are written. */
export function serve(adapter: Adapter): Promise<void>;
