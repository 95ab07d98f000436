/** Index keys: rows as bytes in the order of their values, bounds, plans, and a store with scans by pages (IK). */

import { bool, count, listOf, nullable, object, text } from '../fields.js';
import { stateful } from '../proofmark_adapter.js';
import { bounds, range } from './bounds.js';
import { hex } from './bytes.js';
import { checkedRow, compareRows, decodeKey, encodeKey, encodePrefix, index, reference } from './keys.js';
import { orderTerm, plan, predicate } from './planner.js';
import { Store } from './store.js';
import { readValue, showValue } from './values.js';

/** @typedef {import('./keys.js').Row} Row */

const value = (from, name) => readValue(from, name);
const values = listOf(value);
const texts = listOf(text);
const rangeOrNull = nullable(range);

/**
 * Reads the components and the primary key that stand beside each other in an object.
 *
 * @param {import('./keys.js').Index} of
 * @param {Record<string, any>} from
 */
const row = (of, from) => checkedRow(of, values(from, 'components'), value(from, 'primary_key'));

/** @param {Row} shown */
const showRow = (shown) => ({
  components: shown.slice(0, -1).map(showValue),
  primary_key: showValue(shown.at(-1)),
});

const ORDERS = new Map([[-1, 'less'], [0, 'equal'], [1, 'greater']]);

/** @type {import('../proofmark_adapter.js').Operations} */
export const operations = {
  'index_key.encode'(input) {
    const of = index(input, 'index');
    return { key: encodeKey(of, row(of, input)).toString('hex') };
  },

  'index_key.decode': (input) => showRow(decodeKey(index(input, 'index'), hex(input, 'key'))),

  'index_key.compare'(input) {
    const of = index(input, 'index');
    const order = compareRows(of, row(of, object(input, 'left')), row(of, object(input, 'right')));
    return { order: ORDERS.get(Math.sign(order)) };
  },

  'index_key.prefix': (input) => ({
    prefix: encodePrefix(index(input, 'index'), values(input, 'components')).toString('hex'),
  }),

  'index_key.bounds'(input) {
    const { start, end } = bounds(index(input, 'index'), values(input, 'prefix'), rangeOrNull(input, 'range'));
    return { start: start.toString('hex'), end: end.toString('hex') };
  },

  'index_key.plan'(input) {
    const of = index(input, 'index');
    const columns = texts(input, 'columns');
    if (new Set(columns).size !== of.elements.length) throw new TypeError('each element has a column of its own');
    return plan(
      of,
      listOf(predicate(columns))(input, 'predicates'),
      listOf(orderTerm(columns))(input, 'order'),
    );
  },

  ...stateful('index_key', () => new Store(), {
    create(store, input) {
      store.create(index(input, 'index'));
      return {};
    },

    put(store, input) {
      const stored = store.index(reference(input, 'index'));
      stored.put(row(stored.definition, input));
      return {};
    },

    delete(store, input) {
      const stored = store.index(reference(input, 'index'));
      return { deleted: stored.delete(value(input, 'primary_key')) };
    },

    scan(store, input) {
      const stored = store.index(reference(input, 'index'));
      const { rows, cursor } = stored.scan({
        prefix: values(input, 'prefix'),
        range: rangeOrNull(input, 'range'),
        isReverse: bool(input, 'reverse'),
        limit: nullable(count)(input, 'limit'),
        cursor: nullable(text)(input, 'cursor'),
      });
      return { rows: rows.map(showRow), cursor };
    },
  }),
};
