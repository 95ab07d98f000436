/**
 * The open rules: where a page allows several behaviours, the one that this implementation shows.
 *
 * The behaviours stand in the order of the pages. Unless it is told otherwise, this implementation takes the last, so
 * that the suite meets others than the reference's own; `choose` takes another.
 */

const allowed = {
  'PK-023': ['reject', 'accept'],
  'PK-029': ['truncate', 'reject'],
  'TI-008': ['accept', 'reject'],
  'TI-013': ['hash', 'reject'],
  'EP-005': ['bad_request', 'validation_failed'],
  'EP-016': ['written', 'distinct'],
  'EP-022': ['accept', 'reject'],
  'EP-023': ['accept', 'reject'],
  'EP-032': ['invalid', 'forbidden'],
  'EP-036': ['forbidden', 'repeat'],
  'EP-039': ['each', 'whole'],
  'EP-049': ['accept', 'reject'],
  'EP-050': ['unlimited', 'limited'],
  'EP-073': ['none', 'one'],
  'IK-107': ['none', 'token'],
};

const chosen = new Map(Object.entries(allowed).map(([rule, behaviours]) => [rule, behaviours.at(-1)]));

/**
 * @param {keyof typeof allowed} rule
 * @returns {string}
 */
export const choice = (rule) => chosen.get(rule);

/**
 * @param {string} assignment such as `PK-023=reject`, or `first` for the first behaviour of every rule
 */
export function choose(assignment) {
  if (assignment === 'first') {
    for (const [rule, [first]] of Object.entries(allowed)) chosen.set(rule, first);
    return;
  }
  const [rule, behaviour] = assignment.split('=');
  if (!chosen.has(rule) || !allowed[rule].includes(behaviour)) throw new RangeError(`no such choice: ${assignment}`);
  chosen.set(rule, behaviour);
}
