package main

// The loop: a JSON object a line in, one a line out, flushed at once.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sort"
	"strconv"
	"unicode/utf8"
)

// An operation takes the request's input and returns the fields of ok, or an error: reject, unsupported, or any other.
// A stateful one keeps a state for each name of a session; for the others the name is empty.
type operation func(input object, session string) (object, error)

// reject says that the implementation refuses the input, with a code of the operation's page.
type reject struct{ code string }

// unsupported says that the implementation lacks this.
type unsupported struct{ reason string }

func (r reject) Error() string      { return r.code }
func (u unsupported) Error() string { return u.reason }

// serve answers standard input line by line until it ends.
func serve(name, version string, operations map[string]operation) {
	names := []string{}
	for name := range operations {
		names = append(names, name)
	}
	sort.Strings(names)
	hello := object{"protocol": 1, "name": name, "version": version, "language": "go", "operations": names}

	replies := os.Stdout
	os.Stdout = os.Stderr // What else is printed must not come between the replies.
	requests := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := requests.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			reply, broken := json.Marshal(answer(line, hello, operations))
			if broken != nil {
				panic(broken) // Replies are made of texts, numbers and lists.
			}
			if _, err := replies.Write(append(reply, '\n')); err != nil {
				return // Nobody listens any more.
			}
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func answer(line []byte, hello object, operations map[string]operation) object {
	request, err := parse(line)
	if err != nil {
		return object{"id": nil, "error": object{"message": err.Error()}}
	}
	number, _ := request["id"].(json.Number)
	id, err := strconv.ParseUint(number.String(), 10, 64)
	if err != nil {
		return object{"id": nil, "error": object{"message": "no id"}}
	}
	result, err := outcome(request, hello, operations)
	var refused reject
	var lacking unsupported
	switch {
	case err == nil:
		return object{"id": id, "ok": result}
	case errors.As(err, &refused):
		return object{"id": id, "reject": object{"code": refused.code}}
	case errors.As(err, &lacking):
		return object{"id": id, "unsupported": object{"reason": lacking.reason}}
	default:
		return object{"id": id, "error": object{"message": err.Error()}}
	}
}

func outcome(request, hello object, operations map[string]operation) (result object, err error) {
	defer func() { // A panic is answered too, and the loop goes on.
		if cause := recover(); cause != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", cause, debug.Stack())
			err = fmt.Errorf("it panicked: %v", cause)
		}
	}()
	name, err := request.text("op")
	if err != nil {
		return nil, err
	}
	if name == "hello" {
		return hello, nil
	}
	operation, found := operations[name]
	if !found {
		return nil, unsupported{"no such operation"}
	}
	input, err := request.object("input")
	if err != nil {
		return nil, err
	}
	session, _ := request["session"].(string)
	return operation(input, session)
}

func parse(line []byte) (object, error) {
	if !utf8.Valid(line) { // The library would put U+FFFD in place of what is no UTF-8.
		return nil, errors.New("the line is not UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber() // A float64 would lose digits.
	var request object
	if err := decoder.Decode(&request); err != nil {
		return nil, err
	}
	if request == nil {
		return nil, errors.New("the line is no object")
	}
	return request, nil
}
