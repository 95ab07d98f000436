// An adapter for proofmark: puts my implementation behind the protocol. No packages but the standard library.
//
//	go build -o my-adapter .
//	proofmark adapter test -- ./my-adapter      is the adapter sound?
//	proofmark check -- ./my-adapter             does the implementation conform?
//
// EDIT marks each place that is yours. protocol.go is the loop, and needs no changes.
package main

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	// EDIT: the name and version of your implementation.
	serve("my-implementation", "0.1.0", map[string]operation{
		"task_id.internal":     internalID,
		"partition_key.encode": encode,
		// EDIT: a line for each further operation that you have. The pages in spec/ list them.
	})
}

var plainNumber = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

// A worked example. It checks its components itself; yours calls your code, and turns its refusals into reject.
func internalID(input object, _ string) (object, error) {
	operation, err := input.object("operation")
	if err != nil {
		return nil, err
	}
	forms := map[string][]string{
		"dispatch":  {"dispatch", "attempt"},
		"retry":     {"timer:retry", "attempt", "due_epoch"},
		"heartbeat": {"timer:heartbeat", "check_epoch"},
	}
	for form, names := range forms {
		if _, found := operation[form]; !found {
			continue
		}
		parts, err := operation.object(form)
		if err != nil {
			return nil, err
		}
		id := names[0]
		for _, name := range []string{"run_id", "task_key"} {
			part, err := parts.text(name)
			if err != nil {
				return nil, err
			}
			if part == "" {
				return nil, reject{"empty_component"}
			}
			if strings.Contains(part, ":") {
				return nil, reject{"invalid_component"}
			}
			id += ":" + part
		}
		for _, name := range names[1:] {
			digits, err := parts.text(name)
			if err != nil {
				return nil, err
			}
			if _, err := strconv.ParseInt(digits, 10, 64); err != nil || !plainNumber.MatchString(digits) {
				return nil, reject{"invalid_number"}
			}
			id += ":" + digits
		}
		return object{"internal_id": id}, nil
	}
	return nil, errors.New("unknown form of operation")
}

// EDIT: an operation to fill in. Call your implementation where this one gives up.
func encode(input object, _ string) (object, error) {
	dimensions, err := input.list("dimensions")
	if err != nil {
		return nil, err
	}
	parts := []string{}
	for _, item := range dimensions {
		dimension, _ := item.(map[string]any)
		key, err := object(dimension).text("key")
		if err != nil {
			return nil, err
		}
		wire, err := object(dimension).object("value")
		if err != nil {
			return nil, err
		}
		value, err := readValue(wire)
		if err != nil {
			return nil, err
		}
		switch value.kind {
		case "null":
			parts = append(parts, key+"=n:null")
		case "bool":
			parts = append(parts, key+"=b:"+strconv.FormatBool(value.truth))
		case "int":
			parts = append(parts, key+"=i:"+value.text)
		default:
			return nil, unsupported{value.kind + " is still to be written"} // EDIT
		}
	}
	return object{"canonical": strings.Join(parts, ",")}, nil
}
